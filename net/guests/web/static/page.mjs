// The screen in the browser: the terminal, its way to the host, and the keys under it on a phone.
// The smallest windows that Kozyr can be played in, one wide and one upright; heights of letters.
const LEAST = [{ columns: 60, rows: 20 }, { columns: 44, rows: 30 }];
const LETTERS = { usual: 15, largest: 17, least: 6 };
const PING_MS = 5000, SILENT_MS = 12000, LONGEST_WAIT_MS = 5000;
const NOBODY_MS = 20000; // after this long without an answer it is not just the line
const REFUSALS = 2; // one may be a host that is just starting again
const LEAD_MS = 5000; // the page of a table that has moved opens meanwhile
const KEYS = {
  left: "\x1b[D", up: "\x1b[A", down: "\x1b[B", right: "\x1b[C", enter: "\r", escape: "\x1b", tab: "\t",
  chat: "\x1bOS", f2: "\x1bOQ", f3: "\x1bOR", f5: "\x1b[15~", f6: "\x1b[17~", f10: "\x1b[21~",
  "pan-left": "\x1b[1;2D", "pan-up": "\x1b[1;2A", "pan-down": "\x1b[1;2B", "pan-right": "\x1b[1;2C",
};

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
let socket = null, heard = 0, tries = 0, ended = false, cause = "lost", since = 0, seated = false, refusals = 0;

function connect() {
  const language = document.documentElement.lang; // not every browser tells it a WebSocket
  const size = `columns=${terminal.cols}&rows=${terminal.rows}`;
  const way = new URL(`screen?${size}&language=${language}&touch=${Number(touched)}`, location.href);
  way.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = socket = new WebSocket(way);
  mine.binaryType = "arraybuffer";
  heard = Date.now();
  mine.onopen = () => {
    mine.met = true;
    refusals = 0;
    tell({ size: [terminal.cols, terminal.rows] }); // it may be another by now
  };
  mine.onmessage = ({ data }) => {
    heard = Date.now();
    if (typeof data === "string") return told(JSON.parse(data));
    if (tries) terminal.reset();
    tries = 0;
    cause = "lost";
    hide();
    terminal.write(new Uint8Array(data));
  };
  // A browser that refuses by itself says "error", and some nothing more.
  mine.onclose = mine.onerror = () => { if (mine === socket && !ended) lost(); };
}

// If the page is still there and only the connection is not, it is this browser that keeps it closed.
async function doubt() {
  const there = await fetch("static/page.css", { cache: "no-store" }).then(({ ok }) => ok, () => false);
  refusals = there ? refusals + 1 : 0;
}

function missing() {
  if (refusals >= REFUSALS) return "refused";
  return Date.now() - since > NOBODY_MS ? "nobody" : "lost";
}

function lost() {
  if (!socket.met) doubt();
  socket = null;
  tries += 1;
  if (tries === 1) since = Date.now();
  follow({});
  const why = cause === "lost" ? missing() : cause;
  const gone = why === "nobody" || why === "broken"; // the others may go on elsewhere
  const led = gone && elsewhere.length && body.dataset.others;
  say([body.dataset[why], seated && body.dataset.seat, led].filter(Boolean).join(" "), true);
  lead(gone ? elsewhere : []);
  setTimeout(connect, Math.min(LONGEST_WAIT_MS, 250 * 2 ** Math.min(tries, 6)));
}

// One of the other players may go on: the links are there when nobody is left to be asked for them.
let elsewhere = [];
function lead(links) {
  document.getElementById("elsewhere").replaceChildren(...links.map(([name, href]) =>
    Object.assign(document.createElement("a"), { href, target: "_blank", textContent: name })));
}

function told(said) {
  if (said.elsewhere) elsewhere = said.elsewhere;
  if ("seat" in said) {
    seated = said.seat; // whoever watches has none that could be kept
    fetch("seat", { method: "POST" });
  }
  if (said.state) follow(said.state);
  if (said.link) {
    const there = document.getElementById("there");
    there.href = said.link;
    there.hidden = false;
    setTimeout(() => location.assign(said.link), LEAD_MS);
  }
  if (said.cause) cause = said.cause; // the table may come back: the connection closes next
  if (said.end === "unknown") { ended = true; location.reload(); }
  else if (said.end) {
    ended = true;
    follow({});
    const why = body.dataset[said.end] || body.dataset.failed;
    say(seated && said.end === "moved" ? `${why} ${body.dataset.seat}` : why, false);
    front.classList.toggle("over", said.end === "closed" || said.end === "moved");
  }
}

function tell(what) { if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what)); }
function press(keys) { if (socket?.readyState === WebSocket.OPEN) socket.send(encoder.encode(keys)); }

setInterval(() => {
  if (ended || !socket) return;
  if (Date.now() - heard > SILENT_MS) { const silent = socket; lost(); silent.close(); }
  else tell({ ping: Date.now() });
}, PING_MS);

// On a phone the focus only says whether its keyboard is open: what counts is who looks.
const FOCUS = ["\x1b[O", "\x1b[I"];
terminal.onData((typed) => { if (!touched || !FOCUS.includes(typed)) press(typed); });
if (touched) document.addEventListener("visibilitychange", () => {
  if (terminal.modes.sendFocusMode) press(FOCUS[Number(document.visibilityState === "visible")]);
});
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
function hide() {
  if (ended) return;
  front.hidden = true;
  lead([]);
}

// The seat waits for this browser: the page opened anew leads back to it.
document.getElementById("again").addEventListener("click", () => location.reload());

// --- what the table is doing --------------------------------------------------------------------

let state = {}, awake = null, sound = null, calls = true;
try { calls = localStorage.getItem("kozyr.calls") !== "off"; } catch { /* it keeps nothing */ }

function follow(now) {
  const before = state;
  state = now;
  if (now.turn && !before.turn) call();
  const writes = Boolean(now.typing);
  if (writes !== Boolean(before.typing) && writes !== (terminal.textarea.inputMode === "text")) type(writes);
  keepAwake();
}

// The screen of a phone that falls asleep makes its player "away".
async function keepAwake() {
  const wanted = Boolean(state.playing) && document.visibilityState === "visible";
  if (!wanted) { awake?.release(); awake = null; return; }
  if (awake && !awake.released) return;
  try { awake = await navigator.wakeLock?.request("screen"); } catch { /* it does not want to */ }
  if (!state.playing) { awake?.release(); awake = null; }
}
document.addEventListener("visibilitychange", keepAwake);

// A phone that cannot shake makes a short sound, which it allows once it has been touched.
function call() {
  if (!touched || !calls) return;
  if (navigator.vibrate?.(80) || !sound) return;
  const tone = sound.createOscillator(), volume = sound.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.12, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.2);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.2);
}
addEventListener("pointerdown", () => {
  if (touched && calls && !sound && !navigator.vibrate) sound = new (globalThis.AudioContext || globalThis.webkitAudioContext)();
}, { capture: true });

// --- the keys of a phone ------------------------------------------------------------------------

const keys = document.getElementById("keys"), unfolded = document.getElementById("unfolded");
const [typing, calling, more] = ["typing", "calling", "more"].map((id) => document.getElementById(id));

// Opens the phone's own keyboard, or closes it: browsers do that when the focus comes and goes.
function type(wanted) {
  if (!touched) return;
  terminal.textarea.inputMode = wanted ? "text" : "none";
  typing.setAttribute("aria-pressed", wanted);
  terminal.textarea.blur();
  if (wanted) terminal.focus();
}

function unfold(wanted) {
  unfolded.hidden = !wanted;
  more.setAttribute("aria-expanded", wanted);
}

function showCalls() { calling.setAttribute("aria-pressed", calls); }

function pressed(event) {
  if (event.target.localName === "button") event.preventDefault(); // the screen keeps the focus
  const name = event.target.dataset?.key;
  if (!name || name === "chat") return;
  press(KEYS[name] ?? name);
  if (event.currentTarget === unfolded && !/^([+-]|pan)/.test(name)) unfold(false);
}
for (const bar of [keys, unfolded]) bar.addEventListener("pointerdown", pressed);
// Only a click lets a page open the keyboard everywhere.
unfolded.querySelector("[data-key=chat]").addEventListener("click", () => { unfold(false); press(KEYS.chat); type(true); });
typing.addEventListener("click", () => type(terminal.textarea.inputMode !== "text"));
more.addEventListener("click", () => unfold(unfolded.hidden));
calling.addEventListener("click", () => {
  calls = !calls;
  try { localStorage.setItem("kozyr.calls", calls ? "on" : "off"); } catch { /* it keeps nothing */ }
  showCalls();
  if (calls) call();
});
// A tap into a line to type in opens the keyboard again after it has been closed.
screen.addEventListener("click", () => { if (state.typing) type(true); else unfold(false); });
showCalls();

terminal.focus();
connect();
