import { createServer, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { createGzip } from "node:zlib";

/**
 * What stands between a site and its visitors in production and not on this machine: an edge that compresses text.
 * Answers its own address to whoever started it.
 */
const { hostname, port } = new URL(workerData as string);
const TEXT = /^(text\/|application\/(json|javascript)|image\/svg)/;

const server = createServer((incoming, answer) => {
  const { url: path, method, headers } = incoming;
  const passed = request({ hostname, port, path, method, headers }, (found) => {
    const { statusCode = 502, headers: told } = found;
    const squeeze = TEXT.test(told["content-type"] ?? "") && !told["content-encoding"];
    if (!squeeze) {
      answer.writeHead(statusCode, told);
      found.pipe(answer);
      return;
    }
    const { "content-length": _, ...others } = told;
    answer.writeHead(statusCode, { ...others, "content-encoding": "gzip" });
    found.pipe(createGzip({ level: 6 })).pipe(answer);
  });
  passed.on("error", () => answer.destroy());
  incoming.pipe(passed);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
});
