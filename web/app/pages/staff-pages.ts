/** The pages for staff. The entry point, which everyone loads, names only this file. */
export const staffPages = {
  reports: () => import("./staff-reports-page.tsx"),
  events: () => import("./staff-events-page.tsx"),
  challenges: () => import("./staff-challenges-page.tsx"),
  clears: () => import("./staff-clears-page.tsx"),
  hosts: () => import("./staff-hosts-page.tsx"),
  home: () => import("./staff/home-page.tsx"),
  case: () => import("./staff/case-page.tsx"),
  appeals: () => import("./staff/appeals-page.tsx"),
  held: () => import("./staff/held-page.tsx"),
  words: () => import("./staff/words-page.tsx"),
  items: () => import("./staff/items-page.tsx"),
  users: () => import("./staff/users-page.tsx"),
  user: () => import("./staff/user-page.tsx"),
  featured: () => import("./staff/featured-page.tsx"),
  grants: () => import("./staff/grants-page.tsx"),
  goldMonth: () => import("./staff/gold-month-page.tsx"),
  schedule: () => import("./staff/schedule-page.tsx"),
  audit: () => import("./staff/audit-page.tsx"),
} as const;

export type StaffPageName = keyof typeof staffPages;
