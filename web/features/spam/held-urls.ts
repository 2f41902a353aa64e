/** The queue of held posts, and the lists that show approved ones. */
export const HELD_URLS = /^\/api\/(?:staff\/held|comments|forums)/;
/** The word list. */
export const WORD_URLS = /^\/api\/staff\/words/;
