import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RichText } from './rich-text'

const shown = (html: string) => renderToStaticMarkup(<RichText html={html} lang="en" />)

test('a picture without a description is decorative', () => {
  expect(shown('<img src="/a.webp"><img alt="Cup" src="/b.webp">')).toContain(
    '<img alt="" loading="lazy" src="/a.webp"><img alt="Cup" src="/b.webp">',
  )
})

test('a head of a table in which there is nothing is a cell like others', () => {
  const row = '<tr><th><p></p></th><th colspan="2"><p><br></p></th><th></th><th><p>Price</p></th></tr>'
  expect(shown(`<table><tbody>${row}</tbody></table>`)).toContain(
    '<tr><td><p></p></td><td colspan="2"><p><br></p></td><td></td><th><p>Price</p></th></tr>',
  )
})
