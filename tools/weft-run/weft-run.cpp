//===- weft-run.cpp - Compile a file and run one of its functions ---------===//

int main() { return 1; }
