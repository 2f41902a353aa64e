/** Names a log by its call and content, so a retry stores the same file. The call makes it impossible to guess. */
export async function logName(call: string, log: Uint8Array): Promise<string> {
  const prefix = new TextEncoder().encode(`${call}:`);
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.concat([prefix, log])));
  const hex = digest.toString("hex");
  // A UUID of version 8: its content is up to us.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
