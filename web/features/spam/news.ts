/** The queue of held posts, and lists of what may stand there now. */
export const HELD_NEWS = /^\/api\/(?:staff\/held|comments|forums)/;
export const WORD_NEWS = /^\/api\/staff\/words/;
