// Fills the coordinates of a place into the station's text (`PlaceText`).
export const placeText = (pattern, x, y) => pattern.replace("{x}", Math.round(x)).replace("{y}", Math.round(y));
