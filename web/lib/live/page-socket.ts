/** The origin of this site's sockets. */
export function socketOrigin(): string {
  const { protocol, host } = window.location;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}`;
}

/** Closes a socket. If it is still connecting, waits for that first, because browsers log a warning otherwise. */
export function closePageSocket(
  socket: Pick<WebSocket, "close"> & {
    readyState: number;
    addEventListener(type: "open" | "close", listener: () => void): void;
  },
): void {
  const close = () => socket.close();
  if (socket.readyState !== WebSocket.CONNECTING) close();
  else for (const settled of ["open", "close"] as const) socket.addEventListener(settled, close);
}
