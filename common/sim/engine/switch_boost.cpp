/// @file
/// @brief The switch between stacks by Boost.Context, on processors that have none of our own.
#include "engine/fiber.hpp"

#ifndef __x86_64__

#include <boost/context/detail/fcontext.hpp>

namespace lockstep::sim {

namespace {

using boost::context::detail::transfer_t;

// Boost tells the new stack where it was left from; whoever left wants it in its own record.
void remember(transfer_t from) { *static_cast<Context*>(from.data) = from.fctx; }

}  // namespace

void switch_to(Context target, Context& saved) { remember(boost::context::detail::jump_fcontext(target, &saved)); }

void prepare(Fiber& fiber) {
  fiber.context = boost::context::detail::make_fcontext(fiber.stack_end, kStackBytes - kGuardBytes, [](transfer_t from) {
    remember(from);
    run_fiber();
  });
}

}  // namespace lockstep::sim

#endif
