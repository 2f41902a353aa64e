/** Everything that a key, a button or a menu of the builder can do, by the heading that the list of shortcuts has for it. */
export const COMMAND_GROUPS = {
  tools: [
    "tool_select",
    "tool_place",
    "tool_move",
    "tool_rotate",
    "tool_scale",
    "tool_paint",
    "tool_pick",
    "grid_finer",
    "grid_coarser",
  ],
  things: [
    "shape_box",
    "shape_wedge",
    "shape_pyramid",
    "shape_cylinder",
    "shape_cone",
    "shape_sphere",
    "place_star",
    "place_checkpoint",
    "place_hazard",
    "place_spawn",
    "place_goal",
  ],
  edit: [
    "undo",
    "redo",
    "copy",
    "cut",
    "paste",
    "duplicate",
    "delete",
    "mirror_x",
    "mirror_z",
    "array",
    "group",
    "ungroup",
    "hide",
    "show_all",
    "lock",
    "effect",
  ],
  select: ["select_all", "next_part", "previous_part", "find", "cancel"],
  keyboard: ["step_right", "step_left", "step_away", "step_near", "step_up", "step_down", "apply"],
  view: ["focus", "orbit_left", "orbit_right", "orbit_up", "orbit_down", "zoom_in", "zoom_out"],
  level: ["test", "publish", "shortcuts"],
} as const;

export type CommandGroup = keyof typeof COMMAND_GROUPS;
export type Command = (typeof COMMAND_GROUPS)[CommandGroup][number];

export const COMMANDS: readonly Command[] = Object.values(COMMAND_GROUPS).flat();
