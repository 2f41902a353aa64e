afterEach(() => vi.unstubAllEnvs());
// The formatter is created once, in the time zone of its first use.
beforeEach(() => vi.resetModules());

test.each([
  ["UTC", "01/01/2026 12:30 AM", "01/01/2026"],
  ["America/New_York", "12/31/2025 07:30 PM", "12/31/2025"],
  ["Asia/Kolkata", "01/01/2026 06:00 AM", "01/01/2026"],
])("an exact time and its day are shown in the viewer's time zone, %s", async (zone, time, day) => {
  vi.stubEnv("TZ", zone);
  const { formatDateTime, formatDate } = await import("#web/lib/format.ts");
  expect(formatDateTime("2026-01-01T00:30:00.000Z")).toBe(time);
  expect(formatDate("2026-01-01T00:30:00.000Z")).toBe(day);
});

test("noon is 12 PM", async () => {
  vi.stubEnv("TZ", "UTC");
  const { formatDateTime } = await import("#web/lib/format.ts");
  expect(formatDateTime("2026-01-01T12:00:00.000Z")).toBe("01/01/2026 12:00 PM");
});
