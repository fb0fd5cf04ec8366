"""A network as an HTTP service that names pictures; ../serve.c is the same in C. It needs
torchvision. Arguments: a model's name and a file with its state dict, or an archive of
torch.export.save(); a file with a label a line; for an archive, the pixels of its pictures."""

import io
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

import torch
import torchvision
from PIL import Image, ImageOps
from torchvision.transforms import v2

RESIZE, CROP, PORT = 256, 224, 8080

if sys.argv[1].endswith(".pt2"):
    model, labels = sys.argv[1:3]
    RESIZE = CROP = int(sys.argv[3])
    labels = open(labels).read().splitlines()
    net = torch.export.load(model).module()
else:
    model, weights, labels = sys.argv[1:4]
    labels = open(labels).read().splitlines()
    net = torchvision.models.get_model(model, num_classes=len(labels))
    net.load_state_dict(torch.load(weights, weights_only=True))
    net.eval()
prepare = v2.Compose([
    v2.PILToTensor(), v2.Resize(RESIZE), v2.CenterCrop(CROP), v2.ToDtype(torch.float32, scale=True),
    v2.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])])


@torch.inference_mode()
def predict(data, top):
    image = ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB")
    scores = net(prepare(image).unsqueeze(0)).softmax(1)[0]
    values, classes = scores.topk(min(top, len(labels)))
    return {"predictions": [{"label": labels[c], "probability": float(f"{p:.4g}")}
                            for c, p in zip(classes.tolist(), values.tolist())]}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        url = urlparse(self.path)
        data = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            status, answer = 200, predict(data, int(parse_qs(url.query).get("top", ["5"])[0]))
        except OSError as error:
            status, answer = 400, {"error": str(error)}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())


if __name__ == "__main__":
    ThreadingHTTPServer(("", PORT), Handler).serve_forever()
