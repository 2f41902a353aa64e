/** Pages that few visits begin with. The entry point, which everyone loads, names only this file. */
export const rarePages = {
  follows: () => import("#web/features/follows/follows-page.tsx"),
  buddies: () => import("#web/features/buddies/buddies-page.tsx"),
  blocks: () => import("#web/features/blocks/blocks-page.tsx"),
  transactions: () => import("#web/features/transactions/transactions-page.tsx"),
} as const;

export type RarePageName = keyof typeof rarePages;
