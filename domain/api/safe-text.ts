/** Turn the direction of text around them: overrides, embeddings, isolates. Marks like U+200F stay. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Marks that are drawn over or under the letter before them. */
const MARK = /[\p{Mn}\p{Me}]/u;
/** Joiners, variation selectors and tags, which emoji and scripts need. They take no room, so they don't end a pile of marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** A pointed letter of the Hebrew Bible has four; Thai, Vietnamese and Arabic need fewer. */
const MAX_MARKS = 4;

/** Removes the marks beyond the fourth on each letter. */
function cutPiles(text: string): string {
  let marks = 0;
  let safe = "";
  for (const character of text) {
    if (!INVISIBLE.test(character)) marks = MARK.test(character) ? marks + 1 : 0;
    if (marks <= MAX_MARKS || INVISIBLE.test(character)) safe += character;
  }
  return safe;
}

/** Text by one person for others, without what disturbs the text around it: turned directions and piles of marks. */
export function safeText(text: string): string {
  const turned = text.replace(DIRECTIONS, "");
  return MARK.test(turned) ? cutPiles(turned) : turned;
}
