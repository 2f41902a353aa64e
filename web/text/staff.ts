/** Words of the frame that staff pages share. */
export const staffText = {
  nav: "Staff pages",
  menu: "Staff",
  reports: "Reports",
  clears: "Clears",
  events: "Events",
  challenges: "Challenges",
  hosts: "Game hosts",
};
