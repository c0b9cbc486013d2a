import { code128, drawingSVG } from 'bwip-js/generic'

/**
 * Returns ASCII text as a Code 128 barcode: an SVG without a size and without a quiet zone. The narrowest bar is two
 * units wide.
 */
export const barcodeOf = (text: string): string => code128({ bcid: 'code128', text, height: 12 }, drawingSVG())
