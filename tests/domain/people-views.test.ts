import fc from "fast-check";
import { type ListView, readListView, writeListView } from "#domain/api/list-view.ts";
import { buildUrl } from "#domain/api/route.ts";
import { userListRoute } from "#domain/users/api.ts";
import {
  DIRECTORY_FILTERS,
  type DirectoryView,
  directoryInput,
  MAX_DIRECTORY_PAGES,
  readDirectoryView,
  toggledFilter,
  writeDirectoryView,
} from "#domain/users/view.ts";
import { forAll } from "#tests/support/for-all.ts";

const searchText = fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => value.toWellFormed().trim());
const roundTrip = (query: URLSearchParams) => new URLSearchParams(query.toString());

test("every view of the directory survives a round trip through its URL", () => {
  const view: fc.Arbitrary<DirectoryView> = fc.record({
    search: searchText,
    filter: fc.constantFrom(...DIRECTORY_FILTERS),
    pages: fc.integer({ min: 1, max: MAX_DIRECTORY_PAGES }),
  });
  forAll(view, (one) => {
    expect(readDirectoryView(roundTrip(writeDirectoryView(one)))).toEqual(one);
  });
});

test("every view of a searched list survives a round trip through its URL", () => {
  const view: fc.Arbitrary<ListView> = fc.record({
    search: searchText,
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });
  forAll(view, (one) => {
    expect(readListView(roundTrip(writeListView(one)))).toEqual(one);
  });
});

test("the default view has a plain URL", () => {
  expect(writeDirectoryView({ search: "", filter: "", pages: 1 }).toString()).toBe("");
  expect(writeListView({ search: "", page: 1 }).toString()).toBe("");
});

test("invalid values in a URL are ignored, and the number of pages is limited", () => {
  const read = (query: string) => readDirectoryView(new URLSearchParams(query));
  expect(read("filter=sleeping&pages=x&search=%20")).toEqual({ search: "", filter: "", pages: 1 });
  expect(read("pages=0").pages).toBe(1);
  expect(read("pages=-2").pages).toBe(1);
  expect(read("pages=1.5").pages).toBe(1);
  expect(read("pages=999999").pages).toBe(MAX_DIRECTORY_PAGES);
  expect(readListView(new URLSearchParams("page=0&search=bo"))).toEqual({ search: "bo", page: 1 });
});

test("a page of the directory is fetched from one URL, whatever else the view shows", () => {
  const at = (query: string, page: number) =>
    buildUrl(userListRoute, {}, directoryInput(readDirectoryView(new URLSearchParams(query)), page));
  expect(at("", 1)).toBe("/api/users?page=1");
  expect(at("pages=3&filter=online&search=bo", 2)).toBe("/api/users?filter=online&page=2&search=bo");
});

test("pressing the active filter clears it", () => {
  expect(toggledFilter("", "online")).toBe("online");
  expect(toggledFilter("playing", "online")).toBe("online");
  expect(toggledFilter("online", "online")).toBe("");
});
