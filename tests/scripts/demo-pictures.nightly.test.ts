import { demoPictures } from "#scripts/seed/demo.ts";
import { readStoredPictures } from "#scripts/seed/pictures.ts";

/** Only ends a test that hangs: all pictures of the demo world take minutes. */
const TIMEOUT_MS = 1_800_000;

test("stores demo pictures that match the current renderer's output", { timeout: TIMEOUT_MS }, async () => {
  const stored = readStoredPictures();
  const stale = (await demoPictures({ fresh: true })).filter(
    ({ name, bytes }) => !Buffer.from(bytes).equals(stored.get(name) ?? Buffer.of()),
  );
  expect(stale.map(({ name }) => name)).toEqual([]);
});
