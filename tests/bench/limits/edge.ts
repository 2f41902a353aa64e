import { createServer, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { createGzip } from "node:zlib";

/**
 * Simulates Cloudflare's edge, which compresses text. Posts its URL to the parent thread.
 */
const { hostname, port } = new URL(workerData as string);
const TEXT = /^(text\/|application\/(json|javascript)|image\/svg)/;

const server = createServer((incoming, response) => {
  const { url: path, method, headers } = incoming;
  const upstream = request({ hostname, port, path, method, headers }, (upstreamResponse) => {
    const { statusCode = 502, headers: siteHeaders } = upstreamResponse;
    const shouldCompress = TEXT.test(siteHeaders["content-type"] ?? "") && !siteHeaders["content-encoding"];
    if (!shouldCompress) {
      response.writeHead(statusCode, siteHeaders);
      upstreamResponse.pipe(response);
      return;
    }
    const { "content-length": _, ...others } = siteHeaders;
    response.writeHead(statusCode, { ...others, "content-encoding": "gzip" });
    upstreamResponse.pipe(createGzip({ level: 6 })).pipe(response);
  });
  upstream.on("error", () => response.destroy());
  incoming.pipe(upstream);
});

server.listen(0, "127.0.0.1", () => {
  const bound = server.address();
  parentPort?.postMessage(`http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`);
});
