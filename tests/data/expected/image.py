"""Images: the levels of an image in a PNG, images in a grid, and PNG files of every kind.

The rules are torchvision's, as its documentation states them: save_image() multiplies by 255, adds
0.5 and truncates; make_grid() puts `nrow` images into a row with padding around each, repeats a
single channel, and normalises by the range. They are computed here with PyTorch in a
different way than in libctorch_image: the grid by padding and concatenating.
"""

import struct
import zlib

import torch

from common import tensor

# --- Levels --------------------------------------------------------------------------------------


def levels(image, depth):
    most = 255 if depth == 8 else 65535
    if depth == 16 and image.dtype in (torch.float16, torch.bfloat16):
        image = image.float()
    scaled = image.mul(most).add(0.5).clamp(0, most).nan_to_num(0)
    return scaled.to(torch.uint8 if depth == 8 else torch.int32)


def stretched(image, low=None, high=None):
    low = float(image.min()) if low is None else low
    high = float(image.max()) if high is None else high
    return image.clamp(low, high).sub(low).div(max(high - low, 1e-5))


def as_file(found, depth):
    """[C, H, W] as a reader of the file gives it."""
    found = found if found.dim() == 3 else found.unsqueeze(0)
    return found.to(torch.uint8 if depth == 8 else torch.uint16)


def picture(image, result, depth=8, asked=0, **options):
    return {"about": "levels", "input": tensor(image), "bit_depth": asked, "options": options,
            "result": tensor(as_file(result, depth))}


def floats():
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        for shape in ((5, 7), (1, 4, 3), (2, 3, 4), (3, 6, 5), (4, 3, 2)):
            image = torch.randn(shape, dtype=torch.float64).mul(0.5).add(0.5).to(dtype)
            yield picture(image, levels(image, 8))
            yield picture(image, levels(image, 16), 16, 16)
    steps = torch.arange(0, 1, 1 / 1024).reshape(32, 32)
    yield picture(steps, levels(steps, 8))
    odd = torch.tensor([[float("nan"), float("inf"), -float("inf")], [0.5, 1.0, -0.0]])
    yield picture(odd, levels(odd, 8))


def normalised():
    for dtype in (torch.float32, torch.float64, torch.float16):
        image = torch.randn((3, 5, 4), dtype=torch.float64).mul(7).to(dtype)
        yield picture(image, levels(stretched(image), 8), normalize=True)
        yield picture(image, levels(stretched(image, -2.0, 3.0), 8), normalize=True,
                      value_range=[-2.0, 3.0])
    whole = torch.randint(-1000, 1000, (6, 6))
    yield picture(whole, levels(stretched(whole.float()), 8), normalize=True)
    same = torch.full((2, 2), 3.25)
    yield picture(same, levels(stretched(same), 8), normalize=True)


def integers():
    byte = torch.randint(0, 256, (3, 4, 5), dtype=torch.uint8)
    yield picture(byte, byte)
    yield picture(byte, byte.int() * 257, 16, 16)
    two = torch.randint(0, 65536, (1, 16, 16), dtype=torch.int32)
    two[0, 0, :6] = torch.tensor([0, 128, 129, 385, 65406, 65535])
    yield picture(two.to(torch.uint16), two, 16)
    yield picture(two.to(torch.uint16), torch.round(two.double() / 257).to(torch.uint8), 8, 8)
    yield picture(two, two, 16, 16)
    for dtype in (torch.int16, torch.int32, torch.int64):
        yield picture(byte.to(dtype), byte)
    yield picture(byte > 100, (byte > 100) * torch.tensor(255, dtype=torch.uint8))
    yield picture(byte > 100, (byte > 100).int() * 65535, 16, 16)


# --- Grids ---------------------------------------------------------------------------------------


def grid(batch, nrow, padding, pad_value):
    count, _, height, width = batch.shape
    if count == 1:
        return batch[0]
    columns = min(nrow, count)
    rows = -(-count // columns)
    frame = (0, padding, 0, padding)
    blank = batch.new_full(batch.shape[1:], pad_value)
    tiles = [torch.nn.functional.pad(image, frame, value=pad_value)
             for image in list(batch) + [blank] * (rows * columns - count)]
    lines = [torch.cat(tiles[row * columns:(row + 1) * columns], 2) for row in range(rows)]
    return torch.nn.functional.pad(torch.cat(lines, 1), (padding, 0, padding, 0), value=pad_value)


def side_by_side(images, nrow=8, padding=2, pad_value=0.0, normalize=False, value_range=None,
                 scale_each=False):
    batch = images
    while batch.dim() < 4:
        batch = batch.unsqueeze(0)
    if batch.size(1) == 1:
        batch = batch.repeat(1, 3, 1, 1)
    if normalize:
        bounds = value_range or ()
        batch = torch.stack([stretched(image, *bounds) for image in batch]) if scale_each \
            else stretched(batch, *bounds)
    return {"about": "grid", "input": tensor(images), "nrow": nrow, "padding": padding,
            "pad_value": pad_value, "normalize": normalize, "scale_each": scale_each,
            "value_range": value_range, "result": tensor(grid(batch, nrow, padding, pad_value))}


def grids():
    yield side_by_side(torch.rand(5, 3, 4, 3))
    yield side_by_side(torch.rand(5, 3, 4, 3), nrow=2)
    yield side_by_side(torch.rand(4, 1, 3, 3), nrow=2, padding=1, pad_value=0.5)
    yield side_by_side(torch.rand(9, 3, 2, 2), nrow=4, padding=0)
    yield side_by_side(torch.rand(1, 3, 4, 4))
    yield side_by_side(torch.rand(3, 4, 4))
    yield side_by_side(torch.rand(1, 4, 4))
    yield side_by_side(torch.rand(4, 4))
    yield side_by_side(torch.rand(3, 4, 2, 2), nrow=1, pad_value=1.0)
    yield side_by_side(torch.rand(2, 2, 2, 3, dtype=torch.float64))
    yield side_by_side(torch.randint(0, 256, (6, 3, 3, 3), dtype=torch.uint8), nrow=3,
                       pad_value=200.0)
    for scale_each in (False, True):
        for value_range in (None, [-1.0, 2.0]):
            for dtype in (torch.float32, torch.float16):
                yield side_by_side(torch.randn(5, 3, 3, 4).to(dtype), nrow=3, normalize=True,
                                   value_range=value_range, scale_each=scale_each)
    yield side_by_side(torch.randn(3, 1, 3, 4), normalize=True, scale_each=True)


# --- Files ---------------------------------------------------------------------------------------

GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGB_ALPHA: 4}
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2))  # first column and row, and the steps between them


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def packed(row, depth):
    """The bytes of a row of samples."""
    bits = "".join(f"{sample:0{depth}b}" for sample in row)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def scanlines(pixels, depth):
    """pixels: rows of pixels, each a list of samples. Every line with filter 0."""
    return b"".join(b"\0" + packed([sample for pixel in row for sample in pixel], depth)
                    for row in pixels if row)


def png(pixels, kind, depth, interlaced=False, extra=b""):
    data = scanlines(pixels, depth)
    if interlaced:
        data = b"".join(scanlines([row[x::dx] for row in pixels[y::dy]], depth)
                        for x, y, dx, dy in PASSES)
    head = struct.pack(">IIBBBBB", len(pixels[0]), len(pixels), depth, kind, 0, 0, interlaced)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra
            + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))


def read(about, data, pixels, dtype=torch.uint8, mode=0):
    """pixels: what a reader should see, [H, W, C]."""
    result = torch.tensor(pixels, dtype=torch.int32).permute(2, 0, 1).to(dtype)
    return {"about": "file", "what": about, "bytes": data.hex(), "mode": mode,
            "result": tensor(result)}


def random_pixels(channels, depth, height=6, width=11):
    return torch.randint(0, 2**depth, (height, width, channels)).tolist()


def plain_files():
    for kind, channels in ((GREY, 1), (GREY_ALPHA, 2), (RGB, 3), (RGB_ALPHA, 4)):
        for depth, dtype in ((8, torch.uint8), (16, torch.uint16)):
            for interlaced in (False, True):
                pixels = random_pixels(channels, depth)
                yield read(f"{channels} channels of {depth} bits, interlaced: {interlaced}",
                           png(pixels, kind, depth, interlaced), pixels, dtype)


def small_files():
    for depth in (1, 2, 4):
        for interlaced in (False, True):
            pixels = random_pixels(1, depth)
            seen = [[[sample * 255 // (2**depth - 1)] for (sample,) in row] for row in pixels]
            yield read(f"grey of {depth} bits, interlaced: {interlaced}",
                       png(pixels, GREY, depth, interlaced), seen)


def palette_files():
    colours = [[10, 20, 30], [255, 0, 7], [1, 2, 3], [200, 100, 50]]
    table = chunk(b"PLTE", bytes(sum(colours, [])))
    for depth in (2, 4, 8):
        pixels = torch.randint(0, 4, (5, 6, 1)).tolist()
        seen = [[colours[index] for (index,) in row] for row in pixels]
        yield read(f"a palette of {depth} bits", png(pixels, PALETTE, depth, extra=table), seen)
        alpha = [0, 128, 255, 255]
        seen = [[colours[index] + [alpha[index]] for (index,) in row] for row in pixels]
        yield read(f"a palette of {depth} bits with opacity",
                   png(pixels, PALETTE, depth, extra=table + chunk(b"tRNS", bytes(alpha[:2]))),
                   seen)


def modes():
    colours = random_pixels(3, 8)
    file = png(colours, RGB, 8)
    yield read("RGB as RGB", file, colours, mode=3)
    yield read("RGB with opacity added", file, [[p + [255] for p in row] for row in colours],
               mode=4)
    grey = random_pixels(1, 8)
    file = png(grey, GREY, 8)
    yield read("grey as RGB", file, [[p * 3 for p in row] for row in grey], mode=3)
    yield read("grey as RGB with opacity", file, [[p * 3 + [255] for p in row] for row in grey],
               mode=4)
    yield read("grey with opacity added", file, [[p + [255] for p in row] for row in grey], mode=2)
    full = random_pixels(4, 16)
    file = png(full, RGB_ALPHA, 16)
    yield read("opacity left out", file, [[p[:3] for p in row] for row in full], torch.uint16,
               mode=3)
    equal = [[[p[0]] * 3 for p in row] for row in colours]
    yield read("grey colours as grey", png(equal, RGB, 8), [[p[:1] for p in row] for row in equal],
               mode=1)


def cases():
    found = list(floats()) + list(normalised()) + list(integers()) + list(grids())
    return (found + list(plain_files()) + list(small_files()) + list(palette_files())
            + list(modes()))
