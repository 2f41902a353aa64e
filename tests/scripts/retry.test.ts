import { retry } from "#scripts/seed/retry.ts";

const lost = () =>
  new TypeError("fetch failed", {
    cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }),
  });

/** Fails with these errors, one per call, and then succeeds. */
function failing(...errors: Error[]) {
  const write = async () => {
    write.calls++;
    const error = errors.shift();
    if (error) throw error;
    return "written";
  };
  write.calls = 0;
  return write;
}

test("retry repeats a write whose connection was lost", async () => {
  const write = failing(lost(), lost());
  expect([await retry(write), write.calls]).toEqual(["written", 3]);
});

test("retry gives up after five lost connections", async () => {
  const write = failing(lost(), lost(), lost(), lost(), lost());
  await expect(retry(write)).rejects.toThrow("fetch failed");
  expect(write.calls).toBe(5);
});

test("retry doesn't repeat a write that failed for another reason", async () => {
  const write = failing(new Error("UNIQUE constraint failed"));
  await expect(retry(write)).rejects.toThrow("UNIQUE");
  expect(write.calls).toBe(1);
});
