import { createElement } from "react";
import type { EvidenceCopy } from "#domain/moderation/api.ts";
import { Evidence } from "#web/features/reports/cases/evidence.tsx";
import { markupOf } from "./markup.ts";

// Its clock needs a browser.
vi.mock("#web/ui/relative-time.tsx", () => ({ RelativeTime: () => null }));

const times = { created_at: "2026-03-01T12:00:00Z", created_at_formatted: "March 1, 2026" };
const lily = {
  id: 7,
  username: "Lily",
  url: "/users/Lily",
  level: 1,
  has_gold: false,
  gold_username: false,
  bopi: { headshot_url: "/static/head.svg", avatar_url: "/static/full.svg" },
};
const copyOf = (fields: Partial<EvidenceCopy>): EvidenceCopy => ({
  id: 1,
  title: "",
  text: "",
  picture_url: null,
  messages: [],
  place: "",
  ...times,
  ...fields,
});
const message = (id: string, body: string, reported: boolean) => ({
  id,
  user: lily,
  body,
  reported,
  ...times,
});

const shown = (copy: EvidenceCopy) => markupOf(createElement(Evidence, { copies: [copy] }));
const countOf = (html: string, text: string) => html.split(text).length - 1;

describe("the copy of what was reported", () => {
  test("shows a message once, among those around it", () => {
    const html = shown(
      copyOf({
        text: "something rude",
        messages: [message("1", "hello", false), message("2", "something rude", true)],
      }),
    );
    expect(html).toContain("Messages around it");
    expect(countOf(html, "something rude")).toBe(1);
  });

  test("shows a player's bio and the chat in the level, with their lines marked", () => {
    const html = shown(
      copyOf({
        title: "Lily",
        text: "I am rude",
        place: "Chat in Lava Tower",
        messages: [message("1", "hello", false), message("2", "go away", true)],
      }),
    );
    for (const text of ["I am rude", "Chat in Lava Tower", "Chat in the level", "hello", "go away"])
      expect(html).toContain(text);
    expect(countOf(html, ">Reported<")).toBe(1);
  });
});
