/** Whether a text is a day of the calendar, YYYY-MM-DD. `Date.parse` takes 2026-11-31 for a day in December. */
export function isCalendarDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
