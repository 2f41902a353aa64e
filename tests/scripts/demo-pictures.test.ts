import { demoPictures } from "#scripts/seed/demo.ts";
import { readStoredPictures } from "#scripts/seed/pictures.ts";

test("stores exactly the pictures that the demo world uses", async () => {
  const used = await demoPictures();
  expect([...readStoredPictures().keys()].sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
});
