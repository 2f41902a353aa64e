import { fillTemplate, transactionText } from "#domain/inventory/transaction-text.ts";
import { inventoryInput, readInventoryView, writeInventoryView } from "#domain/inventory/view.ts";

const read = (query: string) => readInventoryView(new URLSearchParams(query));

test("an inventory's URL has everything that is shown, except defaults", () => {
  for (const query of ["", "category=hat&search=cone&page=3&entry=17", "category=favorites", "search=a+b"])
    expect(String(writeInventoryView(read(query)))).toBe(query);
  expect(String(writeInventoryView(read("category=all&page=1&search=+")))).toBe("");
});

test("invalid values are ignored", () => {
  for (const query of ["category=evil&page=-3&entry=0", "category=Hat&page=1.5&entry=x", "page=99999999"])
    expect(read(query)).toEqual({ category: "all", search: "", page: 1, entry: null });
});

test("the list is fetched without the category 'all' and without the entry", () => {
  expect(inventoryInput(read("page=2&entry=5"))).toEqual({ search: "", page: 2 });
  expect(inventoryInput(read("category=toy&search=duck"))).toEqual({
    category: "toy",
    search: "duck",
    page: 1,
  });
});

test("a line of the history has its placeholders filled in; unknown ones stay", () => {
  const values = { user: "bobby", coins: "40" };
  expect(fillTemplate(transactionText(1, -40), values)).toBe("bobby bought this item for 40 coins");
  expect(fillTemplate(transactionText(1, 0), values)).toBe("bobby got this item for free");
  expect(fillTemplate("{user} met {stranger}", values)).toBe("bobby met {stranger}");
});
