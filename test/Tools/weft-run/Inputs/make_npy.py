"""Writes an .npy file byte by byte: make_npy.py FILE HEADER [--version N] [--bytes HEX] [--cut N] [--length N]"""
import argparse
import struct

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("header")
parser.add_argument("--version", type=int, default=1)
parser.add_argument("--bytes", default="", help="the elements")
parser.add_argument("--cut", type=int, help="the length of the file")
parser.add_argument("--length", type=int, help="the length of the header, if it is not right")
options = parser.parse_args()

header = options.header.encode()
length = len(header) if options.length is None else options.length
text = b"\x93NUMPY" + bytes([options.version, 0])
text += struct.pack("<H" if options.version == 1 else "<I", length)
text += header + bytes.fromhex(options.bytes)
with open(options.file, "wb") as file:
    file.write(text[: options.cut])
