/** Things people can comment on from the first day. `owner` is the index of the person who made it. */
export const SEED_ITEMS = [
  {
    type_id: 1,
    name: "Traffic Cone",
    description: "Nobody knows where it came from. It was there in the morning.",
    owner: 0,
  },
  { type_id: 1, name: "Chef's Tower", description: "Tall enough to hide a second, smaller chef.", owner: 0 },
  { type_id: 1, name: "Propeller Cap", description: "Does not fly. We checked. Twice.", owner: 0 },
  { type_id: 2, name: "Rubber Duck", description: "Listens well, says little.", owner: 0 },
  { type_id: 2, name: "Balloon on a String", description: "Let go and it is gone. So don't.", owner: 0 },
  { type_id: 3, name: "Monday Face", description: "For the days that start too early.", owner: 0 },
  { type_id: 4, name: "Striped Jumper", description: "Knitted from leftover racing flags.", owner: 2 },
  { type_id: 4, name: "Lava Hoodie", description: "Warm. Very warm. Maybe too warm.", owner: 3 },
  { type_id: 5, name: "Patched Jeans", description: "More patch than jeans by now.", owner: 5 },
  {
    type_id: 5,
    name: "Pyjama Pants",
    description: "You only need half an outfit for a video call.",
    owner: 8,
  },
  {
    type_id: 6,
    name: "Springy Sneakers",
    description: "The springs are painted on, but they look fast.",
    owner: 12,
  },
  { type_id: 6, name: "Duck Slippers", description: "They go with the duck.", owner: 2 },
] as const;
