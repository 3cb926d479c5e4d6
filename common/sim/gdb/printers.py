"""Prints CUDA's types as the course writes them, and shared arrays without their addresses."""

import re
import struct

import gdb

import engine

VECTOR = re.compile(r"(u?(char|short|int|long|longlong|float|double)[1-4](_(16|32)a)?|__half2|__nv_bfloat162)$")


class Text:
    def __init__(self, text):
        self.text = text

    def to_string(self):
        return self.text



def index(value):
    return Text(f"({int(value['x'])}, {int(value['y'])}, {int(value['z'])})")


def vector(value):
    return Text("{" + ", ".join(value[field].format_string() for field in value.type.fields()) + "}")


def narrow(value, name):
    bits = int(value["__x"])
    packed = struct.pack("<H", bits) if name == "__half" else struct.pack("<I", bits << 16)
    return Text(f"{struct.unpack('<e' if name == '__half' else '<f', packed)[0]:g}")


def whole_array(value):
    """A reference to a shared array; `extern __shared__` ones have no length of their own."""
    array = value.referenced_value()
    element = array.type.strip_typedefs().target()
    here = engine.here()
    if here is None or not str(array.type.strip_typedefs()).endswith("[]"):
        return Text(array.format_string())
    count = here.launch.dynamic_bytes // element.sizeof
    return Text(array[0].address.cast(element.array(count - 1).pointer()).dereference().format_string() if count > 0 else "{}")


def is_reference_to_array(kind):
    return kind.code == gdb.TYPE_CODE_REF and kind.target().strip_typedefs().code == gdb.TYPE_CODE_ARRAY


def find(value):
    kind = value.type.strip_typedefs()
    if is_reference_to_array(kind):
        return whole_array(value)
    name = kind.unqualified().name if kind.code == gdb.TYPE_CODE_STRUCT else None
    if name in ("uint3", "dim3", "lockstep::sim::Extent"):
        return index(value)
    if name in ("__half", "__nv_bfloat16"):
        return narrow(value, name)
    return vector(value) if name is not None and VECTOR.match(name) else None


gdb.pretty_printers.append(find)
