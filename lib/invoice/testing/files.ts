import { zipSync } from 'fflate'

export const pdf = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** A ZIP archive with an entry of this name. */
export const ofd = (entry = 'OFD.xml') => new Uint8Array(zipSync({ [entry]: new TextEncoder().encode('<OFD/>') }))
