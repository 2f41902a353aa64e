export const builderModelText = {
  lost: "A change of yours was refused while you were offline.",
};
