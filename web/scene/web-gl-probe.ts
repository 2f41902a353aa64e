// A worker: creating a WebGL context takes up to half a second where software draws, and the page responds meanwhile.
const context = new OffscreenCanvas(1, 1).getContext("webgl2");
postMessage(context !== null);
