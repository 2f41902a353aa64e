import { demoPictures } from "#scripts/seed/demo.ts";
import { readStoredPictures } from "#scripts/seed/pictures.ts";

test("stores demo pictures that match the current renderer's output", async () => {
  const stored = readStoredPictures();
  const stale = (await demoPictures({ fresh: true })).filter(
    ({ name, bytes }) => !Buffer.from(bytes).equals(stored.get(name) ?? Buffer.of()),
  );
  expect(stale.map(({ name }) => name)).toEqual([]);
});
