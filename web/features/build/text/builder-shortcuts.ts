export const builderShortcutsText = {
  title: "Keyboard shortcuts",
  text: "They work while you're not typing.",
  groups: {
    tools: "Tools and grid",
    things: "Things to place",
    edit: "Edit",
    select: "Select and find",
    keyboard: "In the level",
    view: "Camera",
    level: "Level",
  },
  onlyInLevel: "Single keys only in the level",
  onlyInLevelHint: "Keys without Ctrl then do nothing while a button or a list has the focus.",
} as const;
