export const playUpdatesText = {
  cleared: (title: string, time: string, { first, best }: { first: boolean; best: boolean }): string => {
    const more = first ? ": your first clear!" : best ? ": a new best time!" : ".";
    return `You cleared ${title} in ${time}${more}`;
  },
} as const;
