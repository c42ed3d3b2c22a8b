// The screen in the browser: the terminal, its way to the host, and the keys under it on a phone.
// The smallest windows that Kozyr can be played in, one wide and one upright; heights of letters.
const LEAST = [{ columns: 60, rows: 20 }, { columns: 44, rows: 30 }];
const LETTERS = { usual: 15, largest: 17, least: 6 };
const PING_MS = 5000, SILENT_MS = 12000, LONGEST_WAIT_MS = 5000;
const KEYS = { left: "\x1b[D", up: "\x1b[A", down: "\x1b[B", right: "\x1b[C", enter: "\r", escape: "\x1b", tab: "\t" };

const body = document.body, nonce = body.dataset.nonce;
// The terminal makes style sheets by itself; the page's policy takes only those with its mark.
const make = document.createElement.bind(document);
document.createElement = (name, ...more) => {
  const made = make(name, ...more);
  if (String(name).toLowerCase() === "style") made.nonce = nonce;
  return made;
};

// The terminal measures its canvas in the screen's own dots where a browser tells them, and believes
// that even when the page is magnified, as phones do: without it, it counts by the page's dots.
const observe = ResizeObserver.prototype.observe;
ResizeObserver.prototype.observe = function (what, how) {
  if (how?.box) throw new TypeError("not here");
  observe.call(this, what);
};

const { Terminal } = await import("./xterm.mjs");
const { FitAddon } = await import("./addon-fit.mjs");

const screen = document.getElementById("screen"), front = document.getElementById("front");
const touched = matchMedia("(pointer: coarse)").matches;
const terminal = new Terminal({
  fontFamily: '"DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", ui-monospace, monospace',
  fontSize: LETTERS.usual, scrollback: 0, cursorBlink: false, cursorInactiveStyle: "none",
  macOptionIsMeta: true, theme: { background: "#0b2a22", foreground: "#e6e2d3" },
});
globalThis.terminal = terminal; // for tests, and for whoever wants to look
const fit = new FitAddon();
terminal.loadAddon(fit);
terminal.open(screen);
if (touched) terminal.textarea.inputMode = "none"; // a tap is a click, not a wish to type
try {
  // Draws blocks and lines exactly to the cell; without it letters do, with gaps here and there.
  const { WebglAddon } = await import("./addon-webgl.mjs");
  const webgl = new WebglAddon();
  webgl.onContextLoss(() => webgl.dispose());
  terminal.loadAddon(webgl);
} catch { /* no WebGL here */ }

// --- the size -----------------------------------------------------------------------------------

function arrange() {
  let letters = touched ? LETTERS.largest : LETTERS.usual;
  for (; letters >= LETTERS.least; letters -= 0.5) {
    terminal.options.fontSize = letters;
    const size = fit.proposeDimensions();
    if (!size || LEAST.some(({ columns, rows }) => size.cols >= columns && size.rows >= rows)) break;
  }
  fit.fit();
}

let arranging = 0;
new ResizeObserver(() => { clearTimeout(arranging); arranging = setTimeout(arrange, 60); }).observe(screen);
arrange();
terminal.onResize(({ cols, rows }) => tell({ size: [cols, rows] }));

// What the form has added to the address means nothing to whoever opens it again.
history.replaceState(null, "", location.pathname);

// --- the way to the host ------------------------------------------------------------------------

const encoder = new TextEncoder();
let socket = null, heard = 0, tries = 0, ended = false;

function connect() {
  const language = document.documentElement.lang; // not every browser tells it a WebSocket
  const size = `columns=${terminal.cols}&rows=${terminal.rows}`;
  const way = new URL(`screen?${size}&language=${language}`, location.href);
  way.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = socket = new WebSocket(way);
  mine.binaryType = "arraybuffer";
  heard = Date.now();
  mine.onopen = () => tell({ size: [terminal.cols, terminal.rows] }); // it may be another by now
  mine.onmessage = ({ data }) => {
    heard = Date.now();
    if (typeof data === "string") return told(JSON.parse(data));
    if (tries) terminal.reset();
    tries = 0;
    hide();
    terminal.write(new Uint8Array(data));
  };
  mine.onclose = () => { if (mine === socket && !ended) lost(); };
}

function lost() {
  socket = null;
  tries += 1;
  if (tries > 1 || heard) say(body.dataset.lost, true);
  setTimeout(connect, Math.min(LONGEST_WAIT_MS, 250 * 2 ** Math.min(tries, 6)));
}

function told(said) {
  if (said.seat) fetch("seat", { method: "POST" });
  if (said.end === "unknown") { ended = true; location.reload(); }
  else if (said.end) { ended = true; say(body.dataset[said.end] || body.dataset.failed, false); }
}

function tell(what) { if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what)); }
function press(keys) { if (socket?.readyState === WebSocket.OPEN) socket.send(encoder.encode(keys)); }

setInterval(() => {
  if (ended || !socket) return;
  if (Date.now() - heard > SILENT_MS) { const silent = socket; lost(); silent.close(); }
  else tell({ ping: Date.now() });
}, PING_MS);

terminal.onData(press);
terminal.onBinary((keys) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(Uint8Array.from(keys, (key) => key.charCodeAt(0)));
});
terminal.onTitleChange((title) => { if (title) document.title = title; });
terminal.parser.registerOscHandler(52, (text) => {
  const copied = text.slice(text.indexOf(";") + 1);
  if (copied && copied !== "?") {
    const letters = Uint8Array.from(atob(copied), (letter) => letter.charCodeAt(0));
    navigator.clipboard?.writeText(new TextDecoder().decode(letters)).catch(() => {});
  }
  return true;
});

// --- what stands in front -----------------------------------------------------------------------

function say(text, waiting) {
  document.getElementById("said").textContent = text;
  front.classList.toggle("waiting", waiting);
  front.hidden = false;
}
function hide() { if (!ended) front.hidden = true; }

// The seat waits for this browser: the page opened anew leads back to it.
document.getElementById("again").addEventListener("click", () => location.reload());

// --- the keys of a phone ------------------------------------------------------------------------

document.getElementById("keys").addEventListener("pointerdown", (event) => {
  const name = event.target.dataset?.key;
  if (!name) return;
  event.preventDefault(); // the screen keeps the focus
  press(KEYS[name] ?? name);
});
document.getElementById("typing").addEventListener("click", () => {
  const typing = terminal.textarea.inputMode !== "text";
  terminal.textarea.inputMode = typing ? "text" : "none";
  terminal.textarea.blur();
  if (typing) terminal.focus();
});

terminal.focus();
connect();
