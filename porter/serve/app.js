// The page of porter serve: an editor, the port of what is typed, and programs at a button.
"use strict";

const LARGEST = 1_000_000;
const PAUSE = 350; // ms without a key before a text is converted
const START = `import torch
from torch import nn
import torch.nn.functional as F

net = nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)


def train(states, targets):
    loss = F.mse_loss(net(states), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


if __name__ == "__main__":
    for step in range(50):
        print(train(torch.randn(32, 4), torch.randn(32, 2)))
`;
const $ = (id) => document.getElementById(id);
const source = $("source");
let name = "agent.py", port = null, rows = [], converting = null, running = null, timer = 0;
let leaves = false; // Escape was pressed: the next Tab leaves the editor

// -- the server
async function call(request, data, signal) {
  const headers = { "Content-Type": "application/json", "X-Porter-Session": sessionStorage.getItem("session") || "" };
  const response = await fetch(`/api/${request}`, { method: "POST", headers, body: JSON.stringify(data), signal });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

const answer = async (...asked) => (await call(...asked)).json();

function say(text, wrong = false) {
  $("status").textContent = text;
  $("status").classList.toggle("error", wrong);
}

const failed = (error) => { if (error.name !== "AbortError") say(error.message, true); };

// -- the editor
const TOKENS = new RegExp([
  /(?<c>#.*)/, /(?<s>(?:\b[rbfuRBFU]{1,2})?(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))/,
  /(?<nd>^[ \t]*@[\w.]+)/, /(?<m>\b(?:0[xX][\da-fA-F_]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?)\b)/,
  /(?<kc>\b(?:True|False|None)\b)/,
  /(?<k>\b(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)\b)/,
].map((part) => part.source).join("|"), "gm");

function colours(text, marks) {
  const lines = [[]];
  const put = (part, kind) => part.split("\n").forEach((piece, index) => {
    if (index) lines.push([]);
    if (!piece) return;
    const span = document.createElement("span");
    span.textContent = piece;
    if (kind) span.className = kind;
    lines.at(-1).push(span);
  });
  let done = 0;
  for (const match of text.matchAll(TOKENS)) {
    put(text.slice(done, match.index), "");
    put(match[0], Object.keys(match.groups).find((kind) => match.groups[kind] !== undefined));
    done = match.index + match[0].length;
  }
  put(text.slice(done), "");
  return lines.map((spans, index) => {
    const line = document.createElement("span");
    line.className = `line ${marks.get(index + 1)?.severity ?? ""}`;
    line.append(...spans);
    return line;
  });
}

function draw(findings = []) {
  const marks = new Map();
  for (const one of findings) if (marks.get(one.line)?.severity !== "error") marks.set(one.line, one);
  $("colours").replaceChildren(...colours(source.value, marks));
  $("gutter").replaceChildren(...source.value.split("\n").map((_, index) => {
    const number = document.createElement("div"), found = marks.get(index + 1);
    number.textContent = index + 1;
    if (found) { number.className = found.severity; number.title = found.text; }
    return number;
  }));
  follow();
}

/** The layers of the editor stay together, and the port shows what stands beside the first line. */
function follow() {
  for (const layer of [$("colours"), $("gutter")]) layer.scrollTop = source.scrollTop;
  $("colours").scrollLeft = source.scrollLeft;
  const row = rowAt(Math.floor(source.scrollTop / 18) + 1);
  if (row && !$("compare").checked) $("port").scrollTop = source.scrollTop ? offset(row) : 0;
}

const offset = (row) => row.getBoundingClientRect().top - $("port").getBoundingClientRect().top + $("port").scrollTop;

function rowAt(line) {
  for (let at = line; at < rows.length; at++) if (rows[at]?.offsetParent) return rows[at];
  return null;
}

function here() {
  const line = source.value.slice(0, source.selectionStart).split("\n").length;
  document.querySelector("tr.here")?.classList.remove("here");
  rowAt(line)?.classList.add("here");
}

function go(line) {
  const start = source.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1);
  source.focus();
  source.setSelectionRange(start, start);
  source.scrollTop = Math.max(0, (line - 6) * 18);
  follow();
  here();
}

// -- converting
async function convert() {
  if (source.value.length > LARGEST) return say(`over ${LARGEST} characters: use porter convert`, true);
  converting?.abort();
  const mine = (converting = new AbortController());
  say("converting …");
  try {
    const found = await answer("convert", { text: source.value, name }, mine.signal);
    if (mine === converting) show(found);
  } catch (error) { failed(error); }
}

function show(found) {
  port = found;
  const errors = found.findings.filter((one) => one.severity === "error").length;
  const notes = found.findings.length - errors;
  say(found.why || `${errors} error${errors === 1 ? "" : "s"}, ${notes} note${notes === 1 ? "" : "s"}`, errors > 0);
  const why = document.createElement("p");
  why.className = "why";
  why.textContent = found.why;
  if (found.why) $("port").replaceChildren(why); else $("port").innerHTML = found.section; // porter's own, escaped
  $("summary").innerHTML = found.summary ?? "";
  $("port-name").textContent = found.name ?? "";
  $("save").disabled = !found.port;
  $("blocks").hidden = !found.module;
  rows = [];
  for (const cell of $("port").querySelectorAll("td[id^=f1o]")) rows[Number(cell.id.slice(3))] = cell.parentElement;
  look();
  draw(found.findings);
}

/** The editor and the port, or the rows of the report. */
function look() {
  const compare = $("compare").checked;
  $("halves").classList.toggle("compare", compare);
  for (const fold of $("port").querySelectorAll("details.fold")) fold.open = !compare;
}

function edited() {
  draw(port?.findings);
  clearTimeout(timer);
  timer = setTimeout(convert, PAUSE);
}

// -- opening and saving
async function open(path) {
  try {
    const found = await answer("files", { path });
    $("names").replaceChildren(...found.names.map((one) => new Option(one)));
    $("choice").hidden = found.names.length < 2;
    $("path").value = found.only ? `${found.root}/${found.only}` : found.root;
    if (found.names.length) await load(found.names[0]);
    else if (path) say("no .py or .ipynb file in it", true);
    else set("agent.py", START);
  } catch (error) { failed(error); }
}

async function load(chosen) {
  try { set(chosen, (await answer("open", { name: chosen })).text); } catch (error) { failed(error); }
}

function set(chosen, text) {
  name = chosen;
  $("name").textContent = chosen;
  source.value = text;
  source.scrollTop = 0;
  $("compare").checked = chosen.endsWith(".ipynb");
  port = null;
  draw();
  convert();
}

function download(text, called) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
  link.download = called;
  link.click();
  URL.revokeObjectURL(link.href);
}

// -- running
async function run(kind) {
  running = new AbortController();
  busy(true);
  $("phases").replaceChildren();
  const asked = { kind, text: source.value, name, updates: Number($("updates").value), arguments: $("arguments").value.match(/"[^"]*"|\S+/g)?.map((one) => one.replace(/^"(.*)"$/, "$1")) ?? [] };
  let at = "starting", seconds = 0, rest = "";
  try {
    const reader = (await call("run", asked, running.signal)).body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      for (const event of lines.map((line) => JSON.parse(line))) {
        at = event.at ?? at;
        seconds = event.seconds ?? seconds;
        if (event.phase) $("phases").insertAdjacentHTML("beforeend", event.phase); // porter's own, escaped
        $("at").textContent = event.error ?? (event.ended === 0 ? "done" : `${at}, ${seconds} s`);
      }
    }
    $("phases").lastElementChild?.setAttribute("open", "");
  } catch (error) { $("at").textContent = error.name === "AbortError" ? "stopped" : error.message; }
  busy(false);
}

function busy(on) {
  for (const button of $("run").querySelectorAll("button[name]")) button.disabled = on;
  $("stop").disabled = !on;
  $("progress").hidden = !on;
}

// -- keys and buttons
source.addEventListener("input", edited);
source.addEventListener("scroll", follow);
document.addEventListener("selectionchange", here);
source.addEventListener("keydown", (event) => {
  if (event.key === "Escape") leaves = true;
  else if (event.key === "Tab" && !leaves && !event.shiftKey) {
    event.preventDefault();
    source.setRangeText("    ", source.selectionStart, source.selectionEnd, "end");
    edited();
  } else if (event.key !== "Tab") leaves = false;
});
source.addEventListener("blur", () => { leaves = false; });
$("port").addEventListener("click", (event) => {
  const line = event.target.closest("a[href^='#f1o']")?.hash.slice(4);
  if (line && !$("compare").checked) { event.preventDefault(); go(Number(line)); }
});
$("compare").addEventListener("change", look);
$("opener").addEventListener("submit", (event) => { event.preventDefault(); open($("path").value); });
$("names").addEventListener("change", () => load($("names").value));
$("save").addEventListener("click", () => download(port.port, port.name ?? name));
$("blocks").addEventListener("click", () => download(port.module, "torch_compat.py"));
$("run").addEventListener("submit", (event) => { event.preventDefault(); run(event.submitter?.name || "check"); });
$("stop").addEventListener("click", () => running?.abort());

async function begin() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/"); // the link is good once
  try {
    if (token) sessionStorage.setItem("session", (await answer("session", { token })).session);
  } catch (error) { if (!sessionStorage.getItem("session")) return failed(error); }
  return open("");
}

begin();
