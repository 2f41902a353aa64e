import { coinsText } from "#web/components/text/coins.ts";
import { formatNumber } from "#web/lib/format.ts";

const { coins } = coinsText;

export const priceHistoryText = {
  prices: "Price history",
  average: (price: number) => `Recent average: ${coins(price)}`,
  noPrices: "No copy has been resold yet",
  loadingPrices: "Loading prices",
  chartDays: "Days with sales",
  chart: (from: string, to: string, lowest: number, highest: number) =>
    `From ${from} to ${to}, copies sold for ${coins(lowest)} to ${coins(highest)}.`,
  chartOfDay: (day: string, lowest: number, highest: number) =>
    lowest === highest
      ? `On ${day}, copies sold for ${coins(lowest)}.`
      : `On ${day}, copies sold for ${formatNumber(lowest)} to ${coins(highest)}.`,
  dayLabel: (day: string, average: number, count: number) =>
    `${day}: ${coins(average)} on average, ${formatNumber(count)} sold`,
  table: "All days as a table",
  tableLabel: "Price history",
  columns: { day: "Day", count: "Sold", average: "Average", lowest: "Lowest", highest: "Highest" },
} as const;
