import { formatCount } from "#web/lib/format.ts";

export const builderOutlineText = {
  list: "Parts",
  numbered: (name: string, number: number) => `${name} ${number}`,
  search: "Find a part",
  noMatch: (term: string) => `Nothing matches “${term}”.`,
  hide: (name: string) => `Hide ${name}`,
  show: (name: string) => `Show ${name}`,
  lock: (name: string) => `Lock ${name}`,
  unlock: (name: string) => `Unlock ${name}`,
  expand: (name: string) => `Open ${name}`,
  collapse: (name: string) => `Close ${name}`,
  total: (count: number) => formatCount(count, "part"),
  found: (count: number) => `${formatCount(count, "part")} found`,
  hidden: "hidden",
  locked: "locked",
} as const;
