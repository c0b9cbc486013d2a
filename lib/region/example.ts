import type { z } from 'zod'
import type { Province } from './schema'

/** Most cities and districts are left out. */
export const regions = [
  {
    code: '330000',
    name: '浙江省',
    cities: [{ code: '330100', name: '杭州市', districts: ['上城区', '拱墅区', '西湖区'] }],
  },
  { code: '110000', name: '北京市', cities: [{ code: '110100', name: '北京市', districts: ['东城区', '西城区'] }] },
] satisfies z.input<typeof Province>[]
