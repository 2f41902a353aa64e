/** Pages that few visits begin with. The entry point, which everyone loads, names only this file. */
export const rarePages = {
  follows: () => import("#web/features/follows/pages/follows-page.tsx"),
  buddies: () => import("#web/features/buddies/pages/buddies-page.tsx"),
  blocks: () => import("#web/features/blocks/pages/blocks-page.tsx"),
  transactions: () => import("#web/features/transactions/pages/transactions-page.tsx"),
} as const;

export type RarePageName = keyof typeof rarePages;
