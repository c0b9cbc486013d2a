import { describe, expect, test } from 'vitest'
import { attacks } from '@/lib/server/testing/attacks'
import { cleanPaste } from './paste'

const paste = (html: string) => cleanPaste(html, ['http://localhost:3000'])

describe('pasted content', () => {
  test('keeps the emphasis of word processors', () => {
    expect(paste('<b>a</b><i class="x">b</i><del>c</del><strike>d</strike><br><B>e</B>').html).toBe(
      '<strong>a</strong><em>b</em><s>c</s><s>d</s><br><strong>e</strong>',
    )
    expect(paste('<b style="font-weight:normal;" id="docs-internal-guid-1"><p>a<b>b</b></p></b>').html).toBe(
      '<p>a<strong>b</strong></p>',
    )
  })

  test('keeps only the text of Word documents', () => {
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style>
      <!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body><!--StartFragment--><p class="MsoNormal"
      style="mso-margin-top-alt:auto"><span style="font-family:SimSun">一<o:p></o:p></span></p><!--EndFragment--></body></html>`
    expect(paste(word).html.trim()).toBe('<p>一</p>')
  })

  test('counts the removed pictures of other servers', () => {
    const html = '<p>a<img src="https://evil.example/a.png"><img src="file:///c:/a.png"><img src="/demo/a.svg"></p>'
    expect(paste(html)).toMatchObject({ html: '<p>a<img src="/demo/a.svg"></p>', removed_images: 2 })
  })

  test.each(attacks)('is cleaned: %s', (attack) => {
    const { html } = paste(attack)
    expect(paste(html).html).toBe(html)
    expect(html).not.toMatch(/<[^>]*\s(on\w+|style|srcset)\s*=|<(script|iframe|svg|math|form|object|style)/i)
  })
})
