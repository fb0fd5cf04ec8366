"""Records a session with clangd: what an editor shows for the names in CT_E() and CT_NN().

    clangd.py INCLUDE GENERATED

Starts clangd (CLANGD, or the one that is installed), opens a file, and asks for hover and definition
of names such as `relu` and `Linear`, and for completions of names and of named arguments.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = """#include <ctorch/ctorch.h>
#include <ctorch/nn/nn.h>
#include <ctorch/optim/optim.h>
#include <ctorch/vision/vision.h>

ct_tensor *f(ct_tensor *x, ct_tensor *y);
ct_tensor *f(ct_tensor *x, ct_tensor *y)
{
	ct_module *layer = CT_NN(Linear, 1, 2);
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(layer));

	CT_LR_SCHEDULER(StepLR, optimizer, 30);
	CT_T(ToTensor);
	CT_DO(CT(max_dim, &x, &y, x, 1));
	x = CT_E(relu, CT_M(layer, x));
	return CT_E(cross_entropy, CT_E(add, x, CT_E(mul, y, 2)), y);
}
"""

# (how the name is found in the program, header of its declaration, words of the hover)
QUESTIONS = [
    ("CT_E(relu", "calls/names.h", "relu(Tensor self) -> Tensor"),
    ("CT_E(add", "calls/names.h", "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)"),
    ("CT_E(mul", "calls/names.h", "mul.Tensor(Tensor self, Tensor other)"),
    ("CT(max_dim", "calls/names.h", "max.dim(Tensor self, int dim, bool keepdim=False)"),
    ("CT_E(cross_entropy", "calls/nn.h", "cross_entropy(Tensor input, Tensor target"),
    ("CT_NN(Linear", "classes/nn.h", "Linear(int in_features, int out_features, bool bias=True"),
    ("CT_OPTIMIZER(Adam", "classes/optim.h", "Adam("),
    ("CT_LR_SCHEDULER(StepLR", "classes/lr_scheduler.h", "StepLR("),
    ("CT_T(ToTensor", "classes/transform.h", "ToTensor("),
]

# (line of a program, what is completed, one of the completions)
COMPLETIONS = [
    ("return CT_E(rel, x);", "CT_E(rel", "relu"),
    ("CT_NN(Lin, 3, 4);", "CT_NN(Lin", "Linear"),
    ("return CT_E(add, x, x, .al);", ".al", "alpha"),
    ("CT_NN(Linear, 3, 4, .bi);", ".bi", "bias"),
]
COMPLETED = """#include <ctorch/ctorch.h>
#include <ctorch/nn/nn.h>
ct_tensor *f(ct_tensor *x);
ct_tensor *f(ct_tensor *x)
{
	LINE
}
"""


class Session:
    def __init__(self, clangd):
        self.process = subprocess.Popen([clangd, "--log=error", "--background-index=0"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.number = 0
        self.versions = 0
        self.complaints = []

    def send(self, method, params, is_request):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.number += 1
            message["id"] = self.number
        text = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit("clangd ended")
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        self.send(method, params, True)
        while True:
            answer = self.receive()
            if answer.get("id") == self.number and "method" not in answer:
                return answer.get("result")

    def tell(self, method, params):
        self.send(method, params, False)

    def diagnostics(self):
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]["diagnostics"]


def position(program, words):
    """Of the last letter of the words in the program."""
    before = program[:program.index(words) + len(words) - 1]
    return {"line": before.count("\n"), "character": len(before) - (before.rfind("\n") + 1)}


def hover_at(session, place, declared):
    """Newer versions have the comments of headers only once they have indexed them."""
    for _ in range(100):
        hover = session.ask("textDocument/hover", place)
        shown = hover["contents"]["value"] if hover else ""
        if declared in " ".join(shown.split()).replace("\\", ""):
            break
        time.sleep(0.1)
    return shown


def check(session, uri, question):
    words, header, declared = question
    place = {"textDocument": {"uri": uri}, "position": position(PROGRAM, words)}
    shown = hover_at(session, place, declared)
    found = ["/".join(one["uri"].split("/")[-2:])
             for one in session.ask("textDocument/definition", place) or []]
    if declared in " ".join(shown.split()).replace("\\", "") and header in found:
        return True
    print(f"asked:    the name in {words}\nexpected: {declared}, declared in {header}\n"
          f"got:      {shown!r}, declared in {found}")
    return False


def completes(session, folder, line, words, expected):
    program = COMPLETED.replace("LINE", line)
    uri = open_program(session, folder, "completed.c", program)
    place = position(program, words)
    place["character"] += 1
    answer = session.ask("textDocument/completion",
                         {"textDocument": {"uri": uri}, "position": place})
    labels = [item["label"].strip() for item in answer["items"]]
    if expected in labels:
        return True
    print(f"asked:    what completes {words}\nexpected: {expected}\ngot:      {labels}")
    return False


def open_program(session, folder, name, program):
    uri = f"file://{folder}/{name}"
    with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
        file.write(program)
    session.versions += 1
    document = {"uri": uri, "languageId": "c", "version": session.versions, "text": program}
    session.tell("textDocument/didOpen", {"textDocument": document})
    session.complaints = session.diagnostics()
    return uri


def ask_all(session, folder):
    session.ask("initialize", {"processId": None, "rootUri": f"file://{folder}",
                               "capabilities": {"textDocument": {"hover": {
                                   "contentFormat": ["plaintext"]}}}})
    session.tell("initialized", {})
    uri = open_program(session, folder, "program.c", PROGRAM)
    complaints = session.complaints
    for one in complaints:
        print(f"clangd complains: {one['message']}")
    right = [check(session, uri, question) for question in QUESTIONS]
    for line, words, expected in COMPLETIONS:
        right.append(completes(session, folder, line, words, expected))
        session.tell("textDocument/didClose",
                     {"textDocument": {"uri": f"file://{folder}/completed.c"}})
        session.diagnostics()
    print(f"{sum(right)} of {len(right)} answers are right")
    return all(right) and not complaints


def main():
    include, generated = sys.argv[1:]
    clangd = os.environ.get("CLANGD") or shutil.which("clangd")
    if not clangd:
        print("skipped: clangd is not installed (apt-get install clangd)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        flags = ["-std=c11", "-I" + include, "-I" + generated, "-Wall", "-Wextra", "-Wshadow"]
        with open(os.path.join(folder, "compile_flags.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(flags) + "\n")
        session = Session(clangd)
        fine = ask_all(session, folder)
        session.ask("shutdown", None)
        session.tell("exit", None)
        session.process.wait()
    sys.exit(not fine)


main()
