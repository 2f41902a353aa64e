// The container's health check. Plain Node, because it runs every 30 seconds.
const port = process.env.PORT || "8787";
try {
  const response = await fetch(`http://127.0.0.1:${port}/health`, {
    signal: AbortSignal.timeout(8_000),
  });
  if (response.ok) process.exit(0);
  console.error(`${response.status} ${await response.text()}`);
} catch (error) {
  console.error(String(error));
}
process.exit(1);
