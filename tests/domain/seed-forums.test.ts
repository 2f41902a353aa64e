import { renderMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { countCharacters, LIMITS } from "#domain/limits.ts";
import { seedForums } from "#scripts/seed/content/forums/forums.ts";
import { seedPeople } from "#scripts/seed/content/people.ts";
import { forumWorld } from "#scripts/seed/forums.ts";

const people = seedPeople();
const levels = Array.from({ length: 200 }, (_, i) => ({
  title: `Level ${i}`,
  description: "",
  category: "" as const,
  creatorIndex: 4 + (i % 20),
  visibility: "public" as const,
  popularity: 1 - i / 200,
}));
const world = forumWorld(people, levels as unknown as Parameters<typeof forumWorld>[1]);
const { threads, posts, bookmarks } = seedForums(world);

test("the demo forums are the same every time", () => {
  expect(seedForums(world)).toEqual({ threads, posts, bookmarks });
});

test("every subforum has much to read, and one thread has several pages", () => {
  expect(threads.length).toBeGreaterThanOrEqual(60);
  expect(posts.length - threads.length).toBeGreaterThanOrEqual(600);
  for (const id of [1, 2, 3])
    expect(threads.filter(({ subforum_id }) => subforum_id === id).length).toBeGreaterThan(10);
  const sizes = threads.map(({ id }) => posts.filter(({ thread_id }) => thread_id === id).length);
  expect(Math.max(...sizes)).toBeGreaterThan(3 * LIMITS.pageSize.replies);
});

test("no one writes before joining, in the future or before the post they quote", () => {
  for (const post of posts) {
    const { username = "", joinedDaysAgo = 0 } = world.people[post.person] ?? {};
    expect(post.daysAgo, username).toBeLessThanOrEqual(joinedDaysAgo);
    expect(post.daysAgo, username).toBeGreaterThan(0);
    if (post.quote_id !== null) expect(post.quote_id, post.body).toBeLessThan(post.id);
  }
  for (const { id } of threads) {
    const ages = posts.filter(({ thread_id }) => thread_id === id).sort((a, b) => a.position - b.position);
    expect(ages.map(({ position }) => position)).toEqual(ages.map((_, i) => i));
    expect(ages.map(({ id }) => id)).toEqual(ages.map(({ id }) => id).sort((a, b) => a - b));
  }
});

test("every text is within the limits and leaves no unrendered markup behind", () => {
  for (const { title } of threads)
    expect(countCharacters(title), title).toBeLessThanOrEqual(LIMITS.threadTitle);
  for (const { body } of posts) {
    expect(countCharacters(body)).toBeLessThanOrEqual(LIMITS.post);
    const shown = renderMarkdown(body).html.replace(/<code>.*?<\/code>/gs, "");
    expect(shown).not.toMatch(/\{\w+:|\*\*|\|\|/);
  }
});
