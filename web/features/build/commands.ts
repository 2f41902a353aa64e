/**
 * Everything that a key, a button or a menu of the builder can do, by the heading that the list of shortcuts has for it, with its keys
 * and a space between two. "Ctrl" is also ⌘. Letters are those of the layout, digits those of the upper row.
 */
export const COMMAND_GROUPS = {
  tools: {
    tool_select: "V",
    tool_place: "B",
    tool_move: "G",
    tool_rotate: "R",
    tool_scale: "S",
    tool_paint: "K",
    tool_pick: "I",
    grid_finer: "[",
    grid_coarser: "]",
  },
  things: {
    shape_box: "1",
    shape_wedge: "2",
    shape_pyramid: "3",
    shape_cylinder: "4",
    shape_cone: "5",
    shape_sphere: "6",
    place_star: "Shift+1",
    place_checkpoint: "Shift+2",
    place_hazard: "Shift+3",
    place_spawn: "Shift+4",
    place_goal: "Shift+5",
  },
  edit: {
    undo: "Ctrl+Z",
    redo: "Ctrl+Shift+Z Ctrl+Y",
    copy: "Ctrl+C",
    cut: "Ctrl+X",
    paste: "Ctrl+V",
    duplicate: "Ctrl+D",
    delete: "Delete Backspace",
    mirror_x: "Shift+M",
    mirror_z: "Ctrl+Shift+M",
    array: "Shift+A",
    group: "Ctrl+G",
    ungroup: "Ctrl+Shift+G",
    hide: "H",
    show_all: "Shift+H",
    lock: "L",
    effect: "E",
  },
  select: {
    select_all: "Ctrl+A",
    next_part: ".",
    previous_part: ",",
    find: "Ctrl+F",
    cancel: "Escape",
  },
  keyboard: {
    step_right: "ArrowRight",
    step_left: "ArrowLeft",
    step_away: "ArrowUp",
    step_near: "ArrowDown",
    step_up: "PageUp",
    step_down: "PageDown",
    apply: "Enter",
  },
  view: {
    focus: "F",
    orbit_left: "Shift+ArrowLeft",
    orbit_right: "Shift+ArrowRight",
    orbit_up: "Shift+ArrowUp",
    orbit_down: "Shift+ArrowDown",
    zoom_in: "+ =",
    zoom_out: "-",
  },
  level: {
    test: "P",
    publish: "Ctrl+Enter",
    shortcuts: "?",
  },
} as const;

export type CommandGroup = keyof typeof COMMAND_GROUPS;
export type Command = { [G in CommandGroup]: keyof (typeof COMMAND_GROUPS)[G] }[CommandGroup];
