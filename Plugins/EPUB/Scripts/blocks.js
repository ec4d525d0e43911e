// True for the display of a block.

export const isBlockDisplay = display => /^(block|flow-root|list-item|flex|grid|table)$/.test(display);
