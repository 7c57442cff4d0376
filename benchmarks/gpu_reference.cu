// What one would write by hand for the kernels that gpu_sass.py counts the instructions of: 32-bit indices, divisors as
// multipliers from the host, no bounds beyond the op's own.
#include <cstdint>

struct Divisor {
  unsigned value, multiplier, shift;
};

static __device__ __forceinline__ unsigned divide(unsigned n, Divisor d, unsigned &rest) {
  unsigned quotient = (__umulhi(n, d.multiplier) + n) >> d.shift;
  rest = n - quotient * d.value;
  return quotient;
}

struct Space {
  unsigned total, batch, height, width, before_y, before_x, blocks_y, blocks_x;
  Divisor chunks, padded_y, padded_x, block_y, block_x;
};

template <typename T>
static __device__ __forceinline__ void space_to_batch(const T *__restrict__ from, T *__restrict__ to, const Space &s) {
  unsigned id = blockIdx.x * 256 + threadIdx.x;
  if (id >= s.total)
    return;
  unsigned chunk, x, y, in_x, in_y;
  unsigned batch = divide(divide(divide(id, s.chunks, chunk), s.padded_x, x), s.padded_y, y);
  unsigned block_x = divide(x, s.block_x, in_x), block_y = divide(y, s.block_y, in_y);
  unsigned at_y = y - s.before_y, at_x = x - s.before_x;
  T value = {};
  if (at_y < s.height && at_x < s.width)
    value = from[((batch * s.height + at_y) * s.width + at_x) * s.chunks.value + chunk];
  to[((((in_y * s.block_x.value + in_x) * s.batch + batch) * s.blocks_y + block_y) * s.blocks_x + block_x) * s.chunks.value + chunk] =
      value;
}

template <typename T>
static __device__ __forceinline__ void batch_to_space(const T *__restrict__ from, T *__restrict__ to, const Space &s) {
  unsigned id = blockIdx.x * 256 + threadIdx.x;
  if (id >= s.total)
    return;
  unsigned chunk, x, y, in_x, in_y;
  unsigned batch = divide(divide(divide(id, s.chunks, chunk), s.padded_x, x), s.padded_y, y);
  unsigned block_x = divide(x + s.before_x, s.block_x, in_x), block_y = divide(y + s.before_y, s.block_y, in_y);
  to[id] =
      from[((((in_y * s.block_x.value + in_x) * s.batch + batch) * s.blocks_y + block_y) * s.blocks_x + block_x) * s.chunks.value + chunk];
}

#define KERNEL extern "C" __global__ void __launch_bounds__(256)

KERNEL space_to_batch_nd_4b_i32(const unsigned *from, unsigned *to, Space s) { space_to_batch(from, to, s); }
KERNEL space_to_batch_nd_16b_i32(const uint4 *from, uint4 *to, Space s) { space_to_batch(from, to, s); }
KERNEL batch_to_space_nd_4b_i32(const unsigned *from, unsigned *to, Space s) { batch_to_space(from, to, s); }
KERNEL batch_to_space_nd_16b_i32(const uint4 *from, uint4 *to, Space s) { batch_to_space(from, to, s); }

KERNEL parallel_dynamic_stitch_owners_i32(const int *indices, int *owners, unsigned count, unsigned rows) {
  unsigned id = blockIdx.x * 256 + threadIdx.x;
  if (id >= count)
    return;
  unsigned row = indices[id];
  if (row < rows)
    atomicMax(owners + row, static_cast<int>(id));
}

template <typename T>
static __device__ __forceinline__ void stitch(const T *__restrict__ data, const int *__restrict__ owners, T *__restrict__ merged,
                                              unsigned total, Divisor chunks) {
  unsigned id = blockIdx.x * 256 + threadIdx.x;
  if (id >= total)
    return;
  unsigned chunk;
  int owner = owners[divide(id, chunks, chunk)];
  T value = {};
  if (owner >= 0)
    value = data[owner * chunks.value + chunk];
  merged[id] = value;
}

KERNEL parallel_dynamic_stitch_4b_i32(const unsigned *data, const int *owners, unsigned *merged, unsigned total, Divisor chunks) {
  stitch(data, owners, merged, total, chunks);
}
KERNEL parallel_dynamic_stitch_16b_i32(const uint4 *data, const int *owners, uint4 *merged, unsigned total, Divisor chunks) {
  stitch(data, owners, merged, total, chunks);
}

KERNEL tensor_scatter_sub_x1_i32(const int *__restrict__ indices, const float *__restrict__ updates, float *result, unsigned total,
                                 unsigned slices, Divisor elements) {
  unsigned id = blockIdx.x * 256 + threadIdx.x;
  if (id >= total)
    return;
  unsigned element, slice = indices[divide(id, elements, element)];
  if (slice < slices)
    atomicAdd(result + (slice * elements.value + element), -updates[id]);
}

KERNEL tensor_scatter_sub_x4_i32(const int *__restrict__ indices, const float4 *__restrict__ updates, float4 *result, unsigned total,
                                 unsigned slices, Divisor chunks) {
  unsigned id = blockIdx.x * 256 + threadIdx.x;
  if (id >= total)
    return;
  unsigned chunk, slice = indices[divide(id, chunks, chunk)];
  if (slice >= slices)
    return;
#if __CUDA_ARCH__ >= 900
  float4 update = updates[id];
  atomicAdd(result + (slice * chunks.value + chunk), make_float4(-update.x, -update.y, -update.z, -update.w));
#endif
}

// Two inputs of rank 2, f32, concatenated in dimension 1.
KERNEL sparse_concat_i32(const int64_t *table, const longlong2 *indices, const unsigned *values, longlong2 *output_indices,
                         unsigned *output_values, unsigned total) {
  unsigned id = blockIdx.x * 256 + threadIdx.x;
  if (id >= total)
    return;
  unsigned input = static_cast<unsigned>(table[1]) <= id;
  longlong2 key = indices[id];
  unsigned own = static_cast<unsigned>(table[input]), position = id - own;
  for (unsigned other = 0; other < 2; ++other) {
    if (other == input)
      continue;
    unsigned first = static_cast<unsigned>(table[other]), lower = first, upper = static_cast<unsigned>(table[other + 1]);
    while (lower < upper) {
      unsigned middle = (lower + upper) / 2;
      int64_t coordinate = indices[middle].x;
      bool less = coordinate < key.x || (coordinate == key.x && other < input);
      lower = less ? middle + 1 : lower;
      upper = less ? upper : middle;
    }
    position += lower - first;
  }
  key.y += table[3 + input];
  output_indices[position] = key;
  output_values[position] = values[id];
}
