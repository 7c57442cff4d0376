import os

import lit.formats

config.name = "weft-unit"
config.suffixes = []
config.test_source_root = config.test_exec_root = os.path.join(config.weft_obj_root, "test", "unit")
config.test_format = lit.formats.GoogleTest(".", "Tests")
