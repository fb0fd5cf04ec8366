"""serve.py SERVE TRANSFER_LEARNING CT_DATA TWINS ARCHIVE: the example serve, asked over HTTP. The twin
in Python, examples/twins/serve.py, answered what is in TWINS for the same pictures: serve.json for the
weights of a ResNet-18, serve_exported.json for the ARCHIVE of an exported network."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor

serve, transfer_learning, ct_data, twins, archive = (os.path.abspath(path) for path in sys.argv[1:6])
failed = 0


def check(called, got, expected):
    global failed
    if got != expected:
        failed += 1
        print(f"called:   {called}\nexpected: {expected}\ngot:      {got}")
        print(f"rerun:    {os.environ.get('RERUN', ' '.join(sys.argv))}\n")


def ask(port, path, data):
    """The status and the JSON of an answer."""
    try:
        with urllib.request.urlopen(f"http://localhost:{port}{path}", data, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def make_data():
    """The weights of a network that has learned nothing, and two pictures."""
    subprocess.run([transfer_learning, "-n", "0", "-o", "net.pt"], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run([ct_data, "make", "-q", "-n", "2", "-c", "2", "-s", "1", "-o", "pictures.tar"],
                   check=True)
    subprocess.run(["tar", "xf", "pictures.tar"], check=True)
    with open("labels.txt", "w") as file:
        file.write("stripes down\nstripes across\nchecks\n")


def check_answers(port, pictures, twin):
    with open(os.path.join(twins, twin)) as file:
        expected = json.load(file)
    for name, data in pictures.items():
        check(f"/predict with {name}", ask(port, "/predict", data), (200, expected[name]))
    first, data = next(iter(pictures.items()))
    check("/predict?top=1", ask(port, "/predict?top=1", data),
          (200, {"predictions": expected[first]["predictions"][:1]}))
    with ThreadPoolExecutor(8) as pool:  # all at once
        names = list(pictures) * 8
        for name, got in zip(names, pool.map(lambda n: ask(port, "/predict", pictures[n]), names)):
            check(f"/predict with {name}, beside others", got, (200, expected[name]))


def check_refusals(port, data):
    not_an_image = "ValueError: the image is not a PNG, JPEG, WebP or BMP"
    check("/predict with text", ask(port, "/predict", b"text"), (400, {"error": not_an_image}))
    check("/predict with half a picture", ask(port, "/predict", data[:len(data) // 2])[0], 400)
    check("/predict?top=0", ask(port, "/predict?top=0", data),
          (400, {"error": "top must be a number from 1"}))
    check("/predict with 17 MiB", ask(port, "/predict", bytes(17 << 20)),
          (413, {"error": "a picture has at most 16 MiB"}))
    check("GET /predict", ask(port, "/predict", None), (405, {"error": "POST a picture"}))
    check("/other", ask(port, "/other", data), (404, {"error": "POST a picture to /predict"}))
    check("/predict after these", ask(port, "/predict", data)[0], 200)


def check_service(network, twin):
    command = [serve, "-p", "0", "-t", "2", "-l", "labels.txt", *network]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        try:
            port = int(service.stdout.readline().split()[3])
            pictures = {name: open(name, "rb").read()
                        for name in ("class_00/000000.jpg", "class_01/000001.jpg")}
            check_answers(port, pictures, twin)
            check_refusals(port, pictures["class_00/000000.jpg"])
            again = subprocess.run(command[:2] + [str(port)] + command[3:], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            check("a second service on the port",
                  (again.returncode != 0, f"cannot listen on port {port}" in again.stderr),
                  (True, True))
        finally:
            service.send_signal(signal.SIGTERM)
        check("SIGTERM", service.stdout.read(), "stopped\n")
    check("the status after SIGTERM", service.returncode, 0)


def make_several(path):
    """An archive with the model twice: as "pets", and as "broken" without its graph."""
    with zipfile.ZipFile(archive) as one, zipfile.ZipFile(path, "w") as several:
        for entry in one.namelist():
            folder, _, base = entry.rpartition("/")
            if base.startswith("model"):
                several.writestr(f"{folder}/{base.replace('model', 'pets', 1)}", one.read(entry))
            else:
                several.writestr(entry, one.read(entry))
        several.writestr("small/models/broken.json", "{}")


def check_usage():
    for words in ([], ["resnet18"], [archive, "net.pt", "more"]):
        got = subprocess.run([serve, *words], text=True, stderr=subprocess.PIPE)
        check(f"serve {' '.join(words)}", (got.returncode, got.stderr),
              (2, "serve: expected NAME and WEIGHTS, or MODEL.pt2; see serve --help\n"))
    got = subprocess.run([serve, "-m", "pets", "resnet18", "net.pt"], text=True,
                         stderr=subprocess.PIPE)
    check("serve -m pets resnet18 net.pt", (got.returncode, got.stderr),
          (2, "serve: --model is for a .pt2; see serve --help\n"))
    got = subprocess.run([serve, "several.pt2"], text=True, stderr=subprocess.PIPE)
    check("serve several.pt2", (got.returncode != 0, "pets" in got.stderr), (True, True))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    make_data()
    check_service(["resnet18", "net.pt"], "serve.json")
    check_service(["-n", "32", "-c", "32", archive], "serve_exported.json")
    make_several("several.pt2")
    check_service(["-m", "pets", "-n", "32", "-c", "32", "several.pt2"], "serve_exported.json")
    check_usage()
sys.exit(failed > 0)
