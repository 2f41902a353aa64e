// The page on the site's port while the site is set up. Plain Node: it must run before anything is installed.
import { once } from "node:events";
import { createServer } from "node:http";

const RETRY_SECONDS = 2;
const TITLE = "Setting up your city…";
const MESSAGE = "The site is being set up. Please try again in a moment.";

/** Responds to every request with 503 until the port is released. Browsers get a page that reloads itself. */
export class HoldingPage {
  #step = "Starting";
  #server = createServer((request, response) => {
    // Unread bodies are discarded with the connection.
    request.resume();
    response.setHeader("Retry-After", String(RETRY_SECONDS));
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Connection", "close");
    const wantsPage = request.headers.accept?.includes("text/html");
    response.setHeader(
      "Content-Type",
      wantsPage ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
    );
    response.writeHead(503);
    response.end(wantsPage ? page(this.#step) : JSON.stringify({ message: MESSAGE, step: this.#step }));
  });

  constructor() {
    this.#server.on("clientError", (_, socket) => socket.destroy());
  }

  /**
   * Takes the port on this machine, unless it has it already.
   * @param {number} port
   * @throws Node's EADDRINUSE or EACCES
   */
  async open(port) {
    if (this.#server.listening) return;
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  /**
   * Sets the step that the page shows.
   * @param {string} step
   */
  show(step) {
    this.#step = step;
  }

  /** Frees the port for the site. */
  async release() {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

const page = (/** @type {string} */ step) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #0f0f0f; color: #fff; font: 18px/1.5 system-ui, sans-serif; }
  main { padding: 24px; text-align: center; }
  h1 { margin: 0 0 8px; font-size: 32px; color: #f99205; }
  p { margin: 0; }
  i { display: inline-block; width: 18px; height: 18px; margin: 24px 4px 0; border-radius: 5px; background: #ffb800; animation: hop 1.2s infinite; }
  i:nth-of-type(2) { animation-delay: .15s } i:nth-of-type(3) { animation-delay: .3s }
  @keyframes hop { 0%, 60%, 100% { transform: none } 30% { transform: translateY(-12px) } }
  @media (prefers-reduced-motion: reduce) { i { animation: none } }
</style>
<main>
  <h1>${TITLE}</h1>
  <p id="step" role="status">${step}</p>
  <i></i><i></i><i></i>
  <noscript><p>Reload this page in a minute.</p></noscript>
</main>
<script>
  setInterval(async () => {
    try {
      const response = await fetch("/api/session", { headers: { Accept: "application/json" } });
      if (response.status !== 503) location.reload();
      else document.getElementById("step").textContent = (await response.json()).step;
    } catch {
      // The site is taking over the port right now.
    }
  }, 1000);
</script>
</html>
`;
