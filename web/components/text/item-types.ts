export const itemTypesText: Record<string, string> = {
  hat: "Hat",
  toy: "Toy",
  face: "Face",
  shirt: "Shirt",
  pants: "Pants",
  shoes: "Shoes",
};
