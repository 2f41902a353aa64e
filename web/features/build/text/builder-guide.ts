export const builderGuideText = {
  title: "Build your first level",
  step: (number: number, total: number) => `Step ${number} of ${total}`,
  skip: "Skip the guide",
  next: "Skip this step",
  done: "That's it! You know all you need.",
  finish: "Go build",
  checked: "Done",
  steps: {
    place: {
      title: "Place a block",
      mouse: "Choose Place on the left, then click in the level. Drag for a larger one.",
      touch: "Tap Place below, then tap in the level. Drag for a larger one.",
      keys: "Press B, move the cursor with the arrow keys, then press Enter.",
    },
    move: {
      title: "Move it",
      mouse: "Choose Move, then drag an arrow of your block.",
      touch: "Tap Move, then drag an arrow of your block.",
      keys: "With the block selected, press G, then an arrow key.",
    },
    paint: {
      title: "Paint it",
      mouse: "Pick another color or material in Properties on the right.",
      touch: "Open the panel at the top, then tap another color or material.",
      keys: "Tab to Properties, then choose another color or material.",
    },
    star: {
      title: "Add a star",
      mouse: "Choose Star on the left, then click where players should find it.",
      touch: "Tap Star below, then tap where players should find it.",
      keys: "Press Shift+1, move the cursor, then press Enter.",
    },
    goal: {
      title: "Add a goal",
      mouse: "Choose Goal on the left, then click where the run should end.",
      touch: "Tap Goal below, then tap where the run should end.",
      keys: "Press Shift+5, move the cursor, then press Enter.",
    },
    test: {
      title: "Play it",
      mouse: "Press Test play above. P brings you back.",
      touch: "Tap the green play button above.",
      keys: "Press P to play, and P again to go back to building.",
    },
  },
} as const;
