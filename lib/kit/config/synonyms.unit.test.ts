import { expect, test } from 'vitest'
import { synonymsSetting, variantsOf } from './synonyms'

test.each([
  ['本子', '本子=笔记本', ['本子', '笔记本']],
  ['a5 笔记本', '本子=笔记本', ['a5 笔记本', 'a5 本子']],
  ['牛皮本子', '杯子=水杯；本子＝笔记本', ['牛皮本子', '牛皮笔记本']],
  ['Cup', 'MUG = cup = beaker', ['Cup', 'mug', 'beaker']],
  ['红本子 杯子', '本子=笔记本; 杯子=水杯', ['红本子 杯子', '红笔记本 杯子', '红本子 水杯', '红笔记本 水杯']],
  ['一', '一=二=三=四=五', ['一', '二', '三', '四']],
  ['绿茶', '本子=笔记本;', ['绿茶']],
  ['绿茶', '', ['绿茶']],
])('“%s” with %s is searched as %j', (q, synonyms, variants) => {
  expect(variantsOf(q, synonyms)).toEqual(variants)
})

const codesOf = (text: string) =>
  synonymsSetting()
    .safeParse(text)
    .error?.issues.map((issue) => (issue.code === 'custom' ? [issue.params?.code, issue.params?.format] : issue.code))

test.each([
  ['', undefined],
  ['本子=笔记本; 杯子=水杯=马克杯；', undefined],
  ['本子', [['invalid_format', 'synonyms']]],
  ['本子=; 杯子=水杯', [['invalid_format', 'synonyms']]],
  ['本=笔记本', [['synonym_part', undefined]]],
  ['杯子=水杯; Tea=green tea', [['synonym_part', undefined]]],
  ['茶=茶', [['synonym_part', undefined]]],
])('the synonyms “%s” are refused with %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes)
})
