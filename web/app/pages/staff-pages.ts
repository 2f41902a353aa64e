/** The pages for staff. The entry point, which everyone loads, names only this file. */
export const staffPages = {
  reports: () => import("#web/features/staff/pages/reports-page.tsx"),
  events: () => import("#web/features/staff/pages/events-page.tsx"),
  challenges: () => import("#web/features/staff/pages/challenges-page.tsx"),
  clears: () => import("#web/features/staff/pages/clears-page.tsx"),
  hosts: () => import("#web/features/staff/pages/hosts-page.tsx"),
  home: () => import("#web/features/staff/pages/home-page.tsx"),
  case: () => import("#web/features/staff/pages/case-page.tsx"),
  appeals: () => import("#web/features/staff/pages/appeals-page.tsx"),
  held: () => import("#web/features/staff/pages/held-page.tsx"),
  words: () => import("#web/features/staff/pages/words-page.tsx"),
  items: () => import("#web/features/staff/pages/items-page.tsx"),
  users: () => import("#web/features/staff/pages/users-page.tsx"),
  user: () => import("#web/features/staff/pages/user-page.tsx"),
  featured: () => import("#web/features/staff/pages/featured-page.tsx"),
  grants: () => import("#web/features/staff/pages/grants-page.tsx"),
  goldMonth: () => import("#web/features/staff/pages/gold-month-page.tsx"),
  schedule: () => import("#web/features/staff/pages/schedule-page.tsx"),
  audit: () => import("#web/features/staff/pages/audit-page.tsx"),
} as const;

export type StaffPageName = keyof typeof staffPages;
